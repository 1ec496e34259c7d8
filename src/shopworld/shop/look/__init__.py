"""How a shop looks: templates rendered, stylesheets, fonts, assets."""
