@rem Scripts in package.json begin with `exec`, so that Node.js gets the signals. cmd.exe has no such command.
@%*
