in vec3 color;
out vec4 fragment;

void main() {
  // Half a step of noise: no bands in the gradient (Jimenez, interleaved gradient noise).
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  fragment = vec4(color + (noise - 0.5) / 255.0, 1.0);
}
