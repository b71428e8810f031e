"""The panel Choose: ranks all methods beside the picture, as ikscope-lab choose does, and saves the page."""
import html
import json
import re
import unittest

from harness import BIN, WindowTest


class Choose(WindowTest):
    size = "1280x720"

    def test_makes_the_same_choice_as_the_laboratory(self):
        window = self.open("--scene", "arm-2r")
        window.key("shift+c")
        window.rest(0.5)
        window.click(1178, 152)  # solving
        window.click(1012, 177)  # Begin
        page = self.page_of(window)
        data = json.loads(re.search(r"id=data>(.*?)</script>", page, re.S)[1])
        command = data["command"].split()
        self.assertEqual(command[:4], ["ikscope-lab", "choose", "--scene", "arm-2r"])
        self.assertIn(html.escape(data["command"], quote=False), page)
        result = self.home.run(BIN / "ikscope-lab", *command[1:], "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        again = {one["method"]: one for one in json.loads(result.stdout)["methods"]}
        self.assertGreater(len(again), 10)
        for one in data["methods"]:
            for key in ("solved", "mean_updates", "options", "refusal"):
                self.assertEqual(one.get(key), again[one["method"]].get(key), one["method"])
        self.assertEqual(window.quit(), (0, ""))

    def page_of(self, window):
        """The page once all methods are in it."""
        count = len(json.loads(self.home.run(BIN / "ikscope-lab", "list", "--json").stdout)["methods"])
        pages = set()

        def complete():
            window.click(1122, 128)  # Save page
            window.rest(1)
            for file in set(self.home.folder.rglob("*.html")) - pages:
                pages.add(file)
                text = file.read_text()
                if text.endswith("</html>\n") and text.count("<tr") - 1 == count:
                    return text
            return None

        window.wait_for(lambda: setattr(self, "text", complete()) or self.text, "a page with all methods")
        return self.text


if __name__ == "__main__":
    unittest.main(verbosity=2)
