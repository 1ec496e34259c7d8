"""`python -m shopworld` is the same as `shopworld`."""

from shopworld.cli import main

if __name__ == "__main__":
    main()
