// What ikscope-lab says of the methods, and the documentation made of it.

#include "formats/assets.h"
#include "lab/support.h"

namespace {

using Pages = test::Lab;

std::string document(const std::string& name) {
  return test::contents(std::string(IKSCOPE_SOURCE_DIR) + "/docs/" + name);
}

TEST_F(Pages, TheMethodsPageIsTheDocument) {
  const Result result = lab("methods");
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.out, document("methods.md")) << "ikscope-lab methods > docs/methods.md mends it";
}

TEST_F(Pages, EverySceneIsInTheDocumentWithItsPicture) {
  for (const std::string& name : formats::scene_names()) {
    const std::string picture = "pictures/scenes/" + name + ".png";
    EXPECT_NE(document("scenes.md").find("![" + name + "](" + picture + ")"), std::string::npos);
    EXPECT_NE(document("scenes.md").find("**`" + name + "`** "), std::string::npos) << name;
    EXPECT_EQ(document(picture).substr(1, 3), "PNG") << picture << ": scripts/pictures makes it";
  }
}

}  // namespace
