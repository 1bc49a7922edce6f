"""The public conformance suite (jupyter_kernel_test) on the kernel that KERNEL_NAME names, found by JUPYTER_PATH."""
import unittest

import jupyter_kernel_test


class FidesKernelTests(jupyter_kernel_test.KernelTests):
    kernel_name = "fides"
    language_name = "typescript"
    file_extension = ".ts"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # the compiler loads with the first cell; the suite allows 15 s for each, which a busy machine may exceed
        cls.kc.execute_interactive("import { display } from 'fides/kernel'", timeout=120)

    code_hello_world = "console.log('hello, world')"
    code_stderr = "console.error('oops')"
    completion_samples = [
        {"text": "Math.cei", "matches": ["ceil"]},
        {"text": "'\U0001f600'.toUpperC", "matches": ["toUpperCase"]},
    ]
    complete_code_samples = ["const a = 1", "function f() { return 1 }", "await Promise.resolve(1)", "%%time\n1\n"]
    incomplete_code_samples = ["function f() {", "const a = `one", "f(1,", "%%time\n1"]
    invalid_code_samples = ["const = 3", "x y z ]"]
    code_page_something = "import { page } from 'fides/kernel'; await page('text')"
    code_generate_error = "throw new RangeError('too far')"
    code_execute_result = [
        {"code": "1 + 2", "result": "3"},
        {"code": "'a'.repeat(3)", "result": "'aaa'"},
        {"code": "import { html } from 'fides/kernel'; html('<b>x</b>')", "mime": "text/html", "result": "<b>x</b>"},
        {"code": "[1, 2, 3].map((x) => x * 2)", "result": "[ 2, 4, 6 ]"},
    ]
    code_display_data = [
        {"code": "import { display, html } from 'fides/kernel'; display(html('<i>x</i>'))", "mime": "text/html"},
        {"code": "import { display } from 'fides/kernel'; display({ a: 1 })", "mime": "text/plain"},
    ]
    code_history_pattern = "1 +*"
    supported_history_operations = ("tail", "range", "search")
    code_inspect_sample = "Math.floor"
    code_clear_output = "import { clearOutput } from 'fides/kernel'; clearOutput()"


if __name__ == "__main__":
    unittest.main(verbosity=2)
