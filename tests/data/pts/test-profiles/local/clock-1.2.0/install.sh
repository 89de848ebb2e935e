#!/bin/sh
printf '#!/bin/sh\nsleep ${SLEEP:-2.1}\necho "9.9" > ~/pts-test-version\nexit 7\n' > sleeper
chmod +x sleeper
