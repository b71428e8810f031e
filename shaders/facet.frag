flat in vec4 color;
out vec4 result;

void main() { result = color; }
