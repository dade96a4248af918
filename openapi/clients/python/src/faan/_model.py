"""What the generated models are made of."""

from typing import Any

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, PrivateAttr
from pydantic_core import CoreSchema, core_schema


class Model(BaseModel):
    """An object of the contract.

    A request has the fields that its caller set. A response of a newer service can have fields that this version does not know; they are
    ignored.
    """

    model_config = ConfigDict(validate_by_name=True, validate_by_alias=True, protected_namespaces=())

    _etag: str | None = PrivateAttr(default=None)

    @property
    def etag(self) -> str | None:
        """The version of what the service responded with, for `if_match`. None for what has no version."""
        return self._etag

    def model_post_init(self, context: Any, /) -> None:
        super().model_post_init(context)
        # The tag of a variant has a default, and the service needs it.
        if "kind" in type(self).model_fields:
            self.__pydantic_fields_set__.add("kind")

    def to_json(self) -> bytes:
        """The body of a request."""
        return self.model_dump_json(by_alias=True, exclude_unset=True).encode()


class OpenWords:
    """Marks a set of words that can grow: type checkers know the words of this version, and others can be read too."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.union_schema([handler(source), core_schema.str_schema()], mode="left_to_right")
