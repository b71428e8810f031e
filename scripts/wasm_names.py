"""Functions of WebAssembly modules by their names (linked with --profiling-funcs), and wasm-split."""
import re
import subprocess
import sys
import zlib

FEATURES = ["--enable-simd", "--enable-exception-handling", "--enable-mutable-globals"]
OPERATORS = {"(anonymous namespace)": "anonymous", "operator()": "operator_call", "operator<<": "operator_out",
             "operator>>": "operator_in", "operator->": "operator_arrow", "operator<": "operator_less",
             "operator>": "operator_more"}
BUILT_IN = {"anonymous", "bool", "char", "const", "double", "float", "int", "long", "namespace", "short", "unsigned", "void"}


class Bytes:
    def __init__(self, data):
        self.data, self.at = data, 0

    def number(self):
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def bytes(self, count):
        self.at += count
        return self.data[self.at - count:self.at]

    def text(self):
        return self.bytes(self.number()).decode(errors="replace")


def sections(data):
    """(number, content) of each."""
    rest = Bytes(data)
    rest.at = 8
    while rest.at < len(data):
        number = rest.data[rest.at]
        rest.at += 1
        yield number, Bytes(rest.bytes(rest.number()))


def function_names(data):
    """Of all that a module has, or imports."""
    return (name for _, name in numbered_names(data))


def defined_names(data):
    """Of those that it has."""
    total = max(index for index, _ in numbered_names(data)) + 1
    own = next(content.number() for number, content in sections(data) if number == 3)
    return (name for index, name in numbered_names(data) if index >= total - own)


def numbered_names(data):
    for number, content in sections(data):
        if number != 0 or content.text() != "name":
            continue
        while content.at < len(content.data):
            kind = content.data[content.at]
            content.at += 1
            part = Bytes(content.bytes(content.number()))
            if kind == 1:
                for _ in range(part.number()):
                    yield part.number(), part.text()


def keys(name):
    """What stays of a function's name when its program changes a little: the name without what is in <> and (), the
    numbers of lambdas, and the type of the result; and a number for the set of other names in it."""
    inside = set(re.sub(r"\d+$", "", one) for one in re.findall(r"[A-Za-z_]\w*(?:::[A-Za-z_'$][\w'$]*)*", name))
    for long, short in OPERATORS.items():
        name = name.replace(long, short)
    letters, depth = [], 0
    for letter in name:
        depth += letter in "<("
        if depth <= 0 and letter not in ">)":
            letters.append(letter)
        depth -= letter in ">)"
    text = re.sub(r"\d+", "", "".join(letters)).replace("operator ", "operator_")
    text = re.sub(r" (const|&|&&)+", "", text).strip().split(" ")[-1]
    others = sorted(one for one in inside if one not in BUILT_IN and one != text and not one.startswith("std::"))
    return {text, f"#{zlib.crc32(' '.join(others).encode()):08x}"}


def wasm_split(*arguments):
    done = subprocess.run(["wasm-split", *map(str, arguments), *FEATURES], stderr=subprocess.PIPE, text=True)
    said = [line for line in done.stderr.splitlines() if "cannot split out imported function" not in line]
    print(*said, sep="\n", end="\n" if said else "", file=sys.stderr)
    done.check_returncode()
