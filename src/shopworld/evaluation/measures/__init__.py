"""What results say: metrics with intervals, comparisons in pairs, and the figures that papers published."""
