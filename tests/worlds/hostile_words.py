"""What an agent, a model or a page may well say, and must not run wherever it is shown."""

HOSTILE = "</script><img id=evil src=x onerror=\"document.title='taken'\"><!-- <b>bold</b>"
