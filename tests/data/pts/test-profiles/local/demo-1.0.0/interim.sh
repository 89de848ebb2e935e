echo "interim $@" >> $HOME/scripts
