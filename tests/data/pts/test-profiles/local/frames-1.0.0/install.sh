#!/bin/sh
cat > frames <<'EOT'
#!/bin/sh
for i in $(seq 100); do echo "Frametime $((16000 + i * 10)) us"; done > $LOG_FILE
EOT
chmod +x frames
