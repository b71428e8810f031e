#pragma once
#include "app/options.h"

namespace app {

/// The program of the page, from now on drawn by page_frame(). Throws base::Error or render::Error.
void begin_page(const Options& options);

}  // namespace app

/// Functions that the script calls (web/page.js). Coordinates are pixels of the canvas.
extern "C" {
void page_place(int width, int height, float pixel_ratio, int screen_width, int screen_height,
                bool hidden, bool fingers);
bool page_frame();  ///< false: the program has ended
void page_move(float x, float y);
void page_leave();
void page_button(int button, bool down);
void page_wheel(float x, float y);
void page_key(int code, int writes, bool down, bool repeat, bool ctrl, bool shift, bool alt);
void page_letter(unsigned code);
bool page_leaves(int writes, bool ctrl, bool shift);  ///< that key, to the browser
void page_focus(bool has);
void page_paste(const char* text);
void page_open(const char* file);    ///< in the page's memory: dropped
void page_answer(const char* file);  ///< to browser_choose_file(); empty: none

/// The answer to browser_read_mesh(): three numbers for each corner; materials may be null, four
/// for each. wrong: a sentence instead of corners.
void page_mesh(const char* file, const float* corners, const float* normals,
               const unsigned char* materials, int count, const char* wrong);
void page_worker_said(int worker);                      ///< the message in Module.page.message
void page_worker_failed(int worker, const char* what);  ///< a sentence

// Texts that it gives are UTF-8, and stay until the next call.
const char* page_link();         ///< what is shown, as a hash; empty: a link cannot say it
double page_changes();           ///< grows when that may be another one
double page_steps();             ///< of the timeline
bool page_is_fast_forwarding();  ///< to the moment of a link
bool page_works();               ///< likewise, or a map is being computed
void page_rest(bool rests);      ///< a figure that nobody has touched: time stands
bool page_paused();
bool page_marks();                   ///< a control, for Tab and the arrows
const char* page_state();            ///< JSON (docs/embedding.md)
const char* page_thetas(bool all);   ///< JSON: of each run, or of the selected one
const char* page_maps(bool tables);  ///< JSON: how far each is, and its table as CSV; for tests
const char* page_set(const char* key, const char* value);  ///< what is wrong; empty: it is done
const char* page_open_text(const char* text);  ///< likewise: a link, or a scene or session
const char* page_do(const char* commands);     ///< likewise: [[command]] tables of a session file
const char* page_reply(double number);         ///< likewise: to a lesson's question, from 1
int page_wants_text();               ///< a text field has the keys: 1, one with a number in it: 2
const char* page_field();            ///< what is in it; valid until the next call
void page_type(const char* text);    ///< replaces that
void page_touch(bool by_fingers);    ///< what comes from now on
int page_at(float x, float y);       ///< 1: the body's view, 2: what scrolls up and down
void page_scroll(float x, float y);  ///< what is under the mouse, as far as a finger has gone
void page_keep();                    ///< the settings, before the page goes
const char* page_draft();            ///< a body that is not saved, TOML; empty: none
const char* page_text();             ///< what is shown, for screen readers: mirror.h
void page_act(const char* what, int argument);  ///< of a button there
}
