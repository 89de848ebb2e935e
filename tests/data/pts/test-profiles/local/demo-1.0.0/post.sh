echo "post $@" >> $HOME/scripts; cat $HOME/scripts
