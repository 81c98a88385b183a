"""The one decorator for kernels; where compiled code is cached, and when it is stale.

Numba's own cache notices an edit of the file that holds a kernel, not of the files whose code was inlined into it, and it does not
know the compiler flags. Here the cache key of a kernel is the content of every source file it can reach: all shared modules, and
all modules of its own game. A cache that cannot be written or read costs time, never correctness.
"""

import functools
import hashlib
import os
import re
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numba
from numba.core import config, event, types
from numba.core.caching import FunctionCache, _CacheLocator

_ROOT = Path(__file__).parent
_FLAGS = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_DEBUGINFO")
_MODE = "-".join(re.sub(r"\W+", "_", f"{flag}={os.environ[flag]}") for flag in _FLAGS if flag in os.environ) or "default"
_VERSIONS = f"numba {numba.__version__} python {sys.version_info[:2]}"

REGISTRY: dict[str, list[Any]] = {}
"""Every kernel by the game its compiled code belongs to ("" for shared ones): for progress while compiling, and for tests."""


@functools.cache
def source_stamp(game: str) -> str:
    """Content hash of all the source that a kernel of this game can contain: the same on every machine and with every compiler."""
    files = [*_ROOT.glob("*.py"), *((_ROOT / "games" / game).rglob("*.py") if game else ())]
    digest = hashlib.sha256()
    for name, path in sorted((path.relative_to(_ROOT).as_posix(), path) for path in files):
        digest.update(name.encode() + b"\0" + path.read_text(encoding="utf-8").encode())  # read as text: line ends differ between systems
    return digest.hexdigest()


def _stamp(game: str) -> str:
    """What compiled code depends on: the source, and what compiled it."""
    return f"{_VERSIONS} {source_stamp(game)}"


@functools.cache
def cache_directory() -> Path:
    """First directory that can be written to: never an error, a private temporary one at the worst."""
    for base in (os.environ.get("HEISTLAB_CACHE_DIR"), _ROOT.parent / ".cache" / "numba", os.path.expanduser("~/.cache/heistlab")):
        if not base or str(base).startswith("~"):
            continue
        try:
            os.makedirs(base, exist_ok=True)
            with tempfile.TemporaryFile(dir=base):
                return Path(base)
        except OSError:
            continue
    return Path(_private_directory().name)


@functools.cache
def _private_directory() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="heistlab-")


def _game_of(py_func: Callable[..., Any]) -> str:
    """Name of the game a kernel belongs to: bound drivers carry it in their globals, a game's own kernels in their path."""
    bound = py_func.__globals__.get("GAME")
    if bound:
        return str(bound)
    path = Path(py_func.__code__.co_filename)
    parts = path.relative_to(_ROOT).parts if path.is_relative_to(_ROOT) else ()
    return parts[1] if len(parts) > 2 and parts[0] == "games" else ""


class _Locator(_CacheLocator):  # type: ignore[misc]
    """Places cached code by mode and game, and stamps it with the content of the source."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        self._game = _game_of(py_func)
        self._path = cache_directory() / _MODE / (self._game or "shared")
        self._line = py_func.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        return str(self._path)

    def get_source_stamp(self) -> str:
        return _stamp(self._game)

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> "_Locator | None":
        return cls(py_func, py_file) if Path(py_file).is_relative_to(_ROOT) else None


class _Cache(FunctionCache):  # type: ignore[misc]
    """Numba's cache, made to survive broken files and places that cannot be written."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # truncated or foreign file: forget it, compile again
            self._forget()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except OSError as error:
            warnings.warn(f"compiled code is not cached, every start will compile again: {error}", RuntimeWarning, stacklevel=2)
        except Exception:  # an index cut short by a killed process is read back before it is rewritten
            self._forget()
            super().save_overload(sig, data)

    def _forget(self) -> None:
        with suppress(OSError):
            self._cache_file.flush()

    def holds_code(self) -> bool:
        """Whether code compiled from the present source lies on disk."""
        try:
            return bool(self._cache_file._load_index())
        except Exception:  # whatever is wrong with the index, the code has to be compiled again
            return False


os.environ["NUMBA_CACHE_LOCATOR_CLASSES"] = f"{__name__}._Locator,InTreeCacheLocator,UserWideCacheLocator"
config.reload_config()


def _widen(kind: Any) -> Any:
    """One type for every integer but the generator's uint64, and one for truth: a kernel has one signature whatever literal it gets."""
    if isinstance(kind, types.Integer | types.IntegerLiteral | types.IntEnumMember) and kind is not types.uint64:
        return types.int64
    return types.boolean if isinstance(kind, types.BooleanLiteral) else kind


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function of a game or of the engine: no Python objects, no lock held, cached on disk, one signature.

    Parameters
    ----------
    function : callable
        Works on integers, floats, arrays and records only, changes its arguments in place, never recurses.
    """
    return _kernel(function)


class _Inner(numba.core.dispatcher.Dispatcher):  # type: ignore[misc]
    """A kernel without an entry for Python: calling it would end the process."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise TypeError(f"{self.py_func.__qualname__} is an inner kernel: only kernels call it")


def inner_kernel(function: Callable[..., Any]) -> Any:
    """A kernel that only other kernels call: without an entry for Python it takes less time to compile.

    Raises
    ------
    TypeError
        When Python calls it, unless the compiler is off.
    """
    dispatcher = _kernel(function, no_cpython_wrapper=True)
    if not config.DISABLE_JIT:
        dispatcher.__class__ = _Inner
    return dispatcher


def _kernel(function: Callable[..., Any], **options: bool) -> Any:
    dispatcher = numba.njit(nogil=True, no_cfunc_wrapper=True, **options)(function)  # nobody calls kernels from C
    if config.DISABLE_JIT:
        return dispatcher
    dispatcher._cache = _Cache(function)
    template = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: template(tuple(map(_widen, args)), {k: _widen(v) for k, v in kws.items()})
    REGISTRY.setdefault(_game_of(function), []).append(dispatcher)
    return dispatcher


def is_compiled(dispatcher: Any) -> bool:
    """Whether calling this kernel would start without compiling: in memory, or on disk for the present source."""
    return bool(config.DISABLE_JIT or dispatcher.signatures or dispatcher._cache.holds_code())


class _Listener(event.Listener):  # type: ignore[misc]
    def __init__(self, progress: Callable[[int], None]) -> None:
        self._progress = progress
        self._done = 0

    def on_start(self, event: Any) -> None:
        pass

    def on_end(self, event: Any) -> None:
        self._done += 1
        self._progress(self._done)


@contextmanager
def compiling(progress: Callable[[int], None]) -> Iterator[None]:
    """Call `progress(kernels compiled so far)` after each kernel that is compiled inside this block."""
    with event.install_listener("numba:compile", _Listener(progress)):
        yield
