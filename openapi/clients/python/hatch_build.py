"""Makes the modules of the engine's contract when a wheel is built, with grpcio-tools and mypy-protobuf."""

import shutil
import tempfile
from importlib import resources
from pathlib import Path
from typing import Any

from grpc_tools import protoc
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = Path("faan", "engine", "v1")


class EngineContractHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds faan/engine/v1 to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before a wheel is made."""
        root = Path(self.root)
        # A source distribution has the contract in itself; in the repository it is where the engine has it.
        contract = next(folder for folder in (root / "proto", root.parents[2] / "proto") if (folder / PACKAGE).is_dir())
        self.folder = tempfile.mkdtemp()
        sources = sorted(str(file) for file in (contract / PACKAGE).glob("*.proto"))
        well_known = resources.files("grpc_tools") / "_proto"
        outputs = [f"--{kind}_out={self.folder}" for kind in ("python", "grpc_python", "mypy", "mypy_grpc")]
        if protoc.main(["protoc", f"-I{contract}", f"-I{well_known}", *outputs, *sources]) != 0:
            raise RuntimeError("protoc failed")
        (Path(self.folder) / PACKAGE / "__init__.py").write_text('"""The messages and the stub of the engine. Generated from proto/."""\n')
        for file in (Path(self.folder) / PACKAGE).iterdir():
            build_data["force_include"][str(file)] = str(PACKAGE / file.name)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Called after the wheel is made."""
        shutil.rmtree(self.folder)
