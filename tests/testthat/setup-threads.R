# One thread unless a test asks for more: on a busy machine a second one makes small problems wait for it.
# What threads change, namely nothing, is compared where a step has a loop that they share.
options(scrb.threads = 1L)
