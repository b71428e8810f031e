#include "lab/program.h"

int main(int count, char** words) { return lab::run_program(count, words); }
