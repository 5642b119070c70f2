#!/usr/bin/env python3
"""Consensus by the library of Clens, from Python: ctypes and NumPy, nothing to compile.

    ./consensus.py                 three base clusterings of six objects, by eac-al
    ./consensus.py list            all methods and their options
    ./consensus.py METHOD K FILE [OPTION=VALUE ...]

FILE: a table of whole numbers, comma separated, with a header line; a column for each base
clustering. An empty cell or NA is a missing label.
The library is libclens.so.0 where the loader finds it, or the file that CLENS_LIBRARY names.
"""
import ctypes
import os
import sys

import numpy as np

ROW_MAJOR = 0
SIZE = ctypes.c_size_t
TEXT = ctypes.c_char_p
HANDLE = ctypes.c_void_p
LABELS = np.ctypeslib.ndpointer(np.int32, flags="C_CONTIGUOUS")
NUMBERS = np.ctypeslib.ndpointer(np.float64, flags="C_CONTIGUOUS")


class ClensError(Exception):
    """What the library says of a call that failed."""


def load():
    lib = ctypes.CDLL(os.environ.get("CLENS_LIBRARY", "libclens.so.0"))
    fails = [TEXT, SIZE]  # room for the message
    declare = {
        "clens_version": (TEXT, []),
        "clens_method_count": (SIZE, []),
        "clens_method_at": (HANDLE, [SIZE]),
        "clens_method_find": (HANDLE, [TEXT]),
        "clens_method_name": (TEXT, [HANDLE]),
        "clens_method_summary": (TEXT, [HANDLE]),
        "clens_method_option_count": (SIZE, [HANDLE]),
        "clens_method_option_name": (TEXT, [HANDLE, SIZE]),
        "clens_method_option_default": (TEXT, [HANDLE, SIZE]),
        "clens_method_option_help": (TEXT, [HANDLE, SIZE]),
        "clens_options_new": (ctypes.c_int, [HANDLE, ctypes.POINTER(HANDLE)] + fails),
        "clens_options_set": (ctypes.c_int, [HANDLE, TEXT, TEXT] + fails),
        "clens_options_set_number": (ctypes.c_int, [HANDLE, TEXT, ctypes.c_double] + fails),
        "clens_options_free": (None, [HANDLE]),
        "clens_ensemble_of_labels": (
            ctypes.c_int, [LABELS, SIZE, SIZE, ctypes.c_int, ctypes.POINTER(HANDLE)] + fails),
        "clens_ensemble_free": (None, [HANDLE]),
        "clens_consensus": (
            ctypes.c_int, [HANDLE, HANDLE, SIZE, ctypes.POINTER(HANDLE)] + fails),
        "clens_result_objects": (SIZE, [HANDLE]),
        "clens_result_labels": (None, [HANDLE, LABELS]),
        "clens_confidence": (ctypes.c_int, [HANDLE, HANDLE, NUMBERS] + fails),
        "clens_result_free": (None, [HANDLE]),
    }
    for name, (result, arguments) in declare.items():
        function = getattr(lib, name)
        function.restype, function.argtypes = result, arguments
    return lib


lib = load()


def call(function, *arguments):
    """Calls a function that can fail; a failure is an exception with its message."""
    message = ctypes.create_string_buffer(300)
    if function(*arguments, message, len(message)) != 0:
        raise ClensError(message.value.decode())


def methods():
    """Yields name, summary and options of each method; an option is name, default, help."""
    for i in range(lib.clens_method_count()):
        method = lib.clens_method_at(i)
        options = [
            tuple(read(method, o).decode() for read in (
                lib.clens_method_option_name, lib.clens_method_option_default,
                lib.clens_method_option_help))
            for o in range(lib.clens_method_option_count(method))]
        yield (lib.clens_method_name(method).decode(),
               lib.clens_method_summary(method).decode(), options)


def consensus(labels, method, k=0, **options):
    """The consensus of an n x m array of labels (negative: missing), and how sure each object is.

    k: the number of clusters; 0 for a method that finds it. Options by their names, with _ for -.
    """
    labels = np.ascontiguousarray(labels, dtype=np.int32)
    opts, ensemble, result = HANDLE(), HANDLE(), HANDLE()
    try:
        call(lib.clens_options_new, lib.clens_method_find(method.encode()), ctypes.byref(opts))
        for name, value in options.items():
            name = name.replace("_", "-").encode()
            if isinstance(value, str):
                call(lib.clens_options_set, opts, name, value.encode())
            else:
                call(lib.clens_options_set_number, opts, name, value)
        call(lib.clens_ensemble_of_labels, labels, *labels.shape, ROW_MAJOR,
             ctypes.byref(ensemble))
        call(lib.clens_consensus, ensemble, opts, k, ctypes.byref(result))
        n = lib.clens_result_objects(result)
        out, sure = np.empty(n, np.int32), np.empty(n, np.float64)
        lib.clens_result_labels(result, out)
        call(lib.clens_confidence, ensemble, result, sure)
        return out, sure
    finally:
        lib.clens_result_free(result)
        lib.clens_ensemble_free(ensemble)
        lib.clens_options_free(opts)


def main(arguments):
    if arguments == ["list"]:
        print("Clens", lib.clens_version().decode())
        for name, summary, options in methods():
            print(f"{name}: {summary}")
            for option, default, text in options:
                print(f"    {option} [{default}]  {text}")
        return
    if not arguments:
        labels = [[0, 0, 0], [0, 0, 0], [0, 1, 0], [1, 1, 1], [1, 1, 1], [1, -1, 1]]
        out, sure = consensus(labels, "eac-al", 2)
    else:
        method, k, path, *settings = arguments
        labels = np.genfromtxt(path, delimiter=",", skip_header=1, missing_values="NA")
        labels = np.where(np.isnan(labels), -1, labels)
        out, sure = consensus(labels, method, int(k), **dict(s.split("=", 1) for s in settings))
    print("label,confidence")
    for label, confidence in zip(out, sure):
        print(f"{label},{confidence:.2f}")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except ClensError as error:
        sys.exit(f"consensus.py: {error}")
