// What ikscope-lab says of the methods, and the documentation made of it.

#include "formats/assets.h"
#include "lab/support.h"

namespace {

using Pages = test::Lab;

std::string document(const std::string& name) {
  return test::contents(std::string(IKSCOPE_SOURCE_DIR) + "/docs/" + name);
}

TEST_F(Pages, ArePrintedByTheProgram) {
  for (const std::string name : {"methods", "scenes", "lessons"}) {
    const Result result = lab(name);
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.out, document(name + ".md"))
        << "ikscope-lab " << name << " > docs/" << name << ".md mends it";
  }
}

TEST_F(Pages, HaveTheKeysOfFilesAsTheyAreDeclared) {
  for (const std::string name : {"scene-format", "films", "writing-lessons"}) {
    const std::filesystem::path copy = folder_ / (name + ".md");
    std::ofstream(copy) << document(name + ".md");
    const Result result = lab("keys " + copy.string());
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(test::contents(copy), document(name + ".md"))
        << "ikscope-lab keys docs/" << name << ".md mends it";
  }
}

TEST_F(Pages, EverySceneHasAPicture) {
  for (const std::string& name : formats::scene_names())
    EXPECT_TRUE(document("pictures/scenes/" + name + ".png").starts_with("\x89PNG"))
        << name << ": scripts/pictures makes it";
}

}  // namespace
