"""The models: one pydantic class for each object of the contract, one alias for each set of words."""

import copy
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

# The contract describes the variants of these schemas in place, and distinguishes them by `kind`.
TAGGED = ["Outcome", "Change", "Scope"]

OPTIONS = """
    --input-file-type openapi --output-model-type pydantic_v2.BaseModel --target-python-version 3.10
    --base-class faan._model.Model --enum-field-as-literal all --use-one-literal-as-default --use-standard-collections
    --use-union-operator --use-annotated --use-type-alias --use-serialization-alias --snake-case-field --use-exact-imports
    --use-schema-description --use-field-description --use-single-line-docstring --use-attribute-docstrings
    --disable-timestamp --use-double-quotes --formatters ruff-format
    --type-mappings string+password=string string+email=string
""".split()

WORDS = re.compile(r'TypeAliasType\(\s*"(\w+)",\s*(Literal\[[^\]]*\]),?\s*\)')


def models_module(contract: dict[str, Any]) -> str:
    """The text of models.py."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "faan.v1.json"), Path(folder, "models.py")
        source.write_text(json.dumps(with_named_variants(contract)))
        generator = Path(sys.executable).with_name("datamodel-codegen")
        subprocess.run([generator, "--input", source, "--output", target, *OPTIONS], check=True, cwd=folder)
        text = target.read_text()
    # Names that are keywords in Python are read and written with the contract's names; in Python they end with an underscore.
    text = re.sub(r'serialization_alias=("\w+")', r"validation_alias=\1, serialization_alias=\1", text)
    # A newer service can have more words than this contract: the type checker knows these, and others can be read.
    text = WORDS.sub(r'TypeAliasType("\1", Annotated[\2, OpenWords])', text)
    return text.replace("from faan._model import Model", "from faan._model import Model, OpenWords")


def with_named_variants(contract: dict[str, Any]) -> dict[str, Any]:
    """The contract with a schema of its own for each variant, such as `WinOutcome`."""
    contract = copy.deepcopy(contract)
    schemas = contract["components"]["schemas"]
    for name in TAGGED:
        references = {}
        for variant in schemas[name]["oneOf"]:
            kind = variant["properties"]["kind"]["enum"][0]
            variant_name = "".join(word.title() for word in kind.split("_")) + name
            if variant_name in schemas:
                sys.exit(f"the contract has a schema {variant_name} already")
            schemas[variant_name] = variant
            references[kind] = f"#/components/schemas/{variant_name}"
        schemas[name]["oneOf"] = [{"$ref": reference} for reference in references.values()]
        schemas[name]["discriminator"] = {"propertyName": "kind", "mapping": references}
    return contract
