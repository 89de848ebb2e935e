#!/bin/sh
printf '#!/bin/sh\necho start > $LOG_FILE\necho "verdict: PASS" >> $LOG_FILE\n' > verdict
chmod +x verdict
