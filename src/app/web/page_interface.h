#pragma once
#include "app/options.h"

namespace app {

/// Starts the program of the page, which page_frame() then draws. Throws base::Error or
/// render::Error.
void begin_page(const Options& options);

}  // namespace app

/// The functions that the script calls (web/page.js). Coordinates are pixels of the canvas.
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
bool page_leaves(int writes, bool ctrl, bool shift);  ///< whether the key is left to the browser
void page_focus(bool has);
void page_paste(const char* text);
void page_open(const char* file);    ///< a dropped file in the page's memory
void page_answer(const char* file);  ///< answers browser_choose_file(); empty: none

/// Answers browser_read_mesh(): three numbers per corner, four of materials, which may be null.
/// `wrong`: an error instead of corners.
void page_mesh(const char* file, const float* corners, const float* normals,
               const unsigned char* materials, int count, const char* wrong);
void page_worker_said(int worker);                      ///< the message in Module.page.message
void page_worker_failed(int worker, const char* what);  ///< `what`: a sentence

// Returned texts are UTF-8 and valid until the next call.
const char* page_link();         ///< the hash of what is shown; empty: no link can
double page_changes();           ///< grows when page_link() may change
double page_steps();             ///< steps of the timeline
bool page_is_fast_forwarding();  ///< computing up to the moment of a link
bool page_works();               ///< the same, or computing a map
void page_rest(bool rests);      ///< stops time in a figure not yet used
bool page_paused();
bool page_marks();                   ///< whether a control is marked
const char* page_state();            ///< JSON (docs/embedding.md)
const char* page_thetas(bool all);   ///< JSON: joints of each run or the selected
const char* page_maps(bool tables);  ///< JSON: progress and CSV tables; for tests
const char* page_set(const char* key, const char* value);  ///< an error; empty: done
const char* page_open_text(const char* text);              ///< the same: a link, scene or session
const char* page_do(const char* commands);                 ///< the same: [[command]] tables
const char* page_reply(double number);                     ///< the same: answers a question, from 1
int page_wants_text();               ///< 1: a text field has the keys, 2: a number field
const char* page_field();            ///< the field's text; valid until the next call
void page_type(const char* text);    ///< replaces the field's text
void page_touch(bool by_fingers);    ///< whether further input is by touch
int page_at(float x, float y);       ///< 1: the body's view, 2: a scrolling area
void page_scroll(float x, float y);  ///< scrolls what is under the mouse by a finger's motion
void page_keep();                    ///< saves settings before the page closes
const char* page_draft();            ///< an unsaved body, TOML; empty: none
const char* page_text();             ///< contents for screen readers: mirror.h
void page_act(const char* what, int argument);  ///< presses a button of page_text()
}
