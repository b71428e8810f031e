import ikscope

simulation = ikscope.Simulation("y", method="dls", hold=["j2"], stiffness={"j1": 20}, **{"lambda": 0.123, "dmax_mode": "constant", "target_speed": 2})
simulation.run(600)
