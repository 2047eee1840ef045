"""Put the project's addresses into the metadata of the package (a hook of its build)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

# The build loads this file by its path, without the package around it.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.repository_address import repository


class Addresses(MetadataHookInterface):
    """Adds the ``Project-URL`` lines, if the project has an address."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Complete the metadata."""
        found = repository(Path(self.root))
        metadata["urls"] = {}
        if found is not None:
            metadata["urls"] = {
                "Documentation": found.pages,
                "Source": found.address,
                "Issues": f"{found.address}/issues",
                "Changelog": f"{found.address}/blob/{found.branch}/CHANGELOG.md",
            }
