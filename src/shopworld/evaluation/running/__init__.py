"""How episodes are played: plan, processes, stages with agents and shops, attempts, programs of other people."""
