flat in vec4 a, b;
flat in vec2 strength;
in vec2 place;
out vec4 fragment;

// A step from 0 to 1 that takes from -w to w.
float soft_step(float x, float w) { return smoothstep(-w, w, x); }

void main() {
  vec2 ba = b.xy - a.xy;
  float s = clamp(dot(place - a.xy, ba) / max(dot(ba, ba), 1e-9), 0.0, 1.0);
  float off = length(place - a.xy - s * ba);
  float radius = mix(a.z, b.z, s), width = mix(a.w, b.w, s);
  // A band from -radius to radius, blurred by width: thin and far becomes faint.
  float band = soft_step(radius - off, width) - soft_step(-radius - off, width);
  fragment = vec4(mix(strength.x, strength.y, s) * band);
}
