#pragma once

/// Functions of the object Module.page in web/page.js, called by the program. Texts are UTF-8.
extern "C" {
void browser_title(const char* text);
void browser_cursor(const char* css);
void browser_copy(const char* text);
void browser_full_screen(bool on);
bool browser_is_full_screen();
bool browser_wants_less_motion();
bool browser_looks_light();
bool browser_software(const char* renderer);
void browser_tone(double frequency, double loudness);  ///< Hz, 0 to 1
const char* browser_address();                         ///< the page's address without its hash
// These record a film. They return an error, or an empty text; it is valid until the next call.
const char* browser_film_begin(const char* name, int width, int height, int rate);
/// Adds a frame, RGB or RGBA, the top row first.
const char* browser_film_frame(const unsigned char* samples, int channels, int times);
const char* browser_film_end(bool keep);  ///< keep: downloads the encoded film

void browser_download(const char* file);  ///< downloads a file of the page's memory
// These exchange settings between the page's memory and the browser's storage, which other tabs
// share.
void browser_take_settings();
void browser_give_settings();
void browser_choose_file(const char* title);  ///< page_answer() follows
void browser_read_mesh(const char* file);     ///< page_mesh() follows
}
