echo "pre $@" >> $HOME/scripts
