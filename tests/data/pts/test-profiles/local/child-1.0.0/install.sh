#!/bin/sh
printf '#!/bin/sh\nls "$TEST_EXTENDS/sleeper" && sleep 2.1\n' > child
chmod +x child
