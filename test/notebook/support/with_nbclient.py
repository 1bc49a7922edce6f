"""Runs a notebook with nbclient on our kernel. Usage: with_nbclient.py KERNELS-FOLDER NOTEBOOK OUT; prints the seconds of the cells."""
import sys, time
import nbformat
from nbclient import NotebookClient
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager

folder, source, out = sys.argv[1:]
specs = KernelSpecManager(kernel_dirs=[folder])
manager = AsyncKernelManager(kernel_name="fides", kernel_spec_manager=specs)
notebook = nbformat.read(source, 4)
started = time.perf_counter()
NotebookClient(notebook, km=manager, timeout=600, startup_timeout=600).execute()
print(time.perf_counter() - started)
nbformat.write(notebook, out)
