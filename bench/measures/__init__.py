"""What ./dev bench measures, a module for each topic."""
