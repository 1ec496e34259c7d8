"""Offers of the web at any scale: from crawls to malls."""
