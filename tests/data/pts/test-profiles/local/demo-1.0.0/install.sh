#!/bin/sh
tar -xf demo-2.1.tar.gz
echo $? > ~/install-exit-status
echo "cores $NUM_CPU_CORES os $OS_TYPE home $HOME" > installed-with
cat > demo <<'EOT'
#!/bin/sh
sh demo-2.1/work.sh "$@" > $LOG_FILE 2>&1
echo $? > ~/test-exit-status
EOT
chmod +x demo
