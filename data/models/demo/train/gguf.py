"""Writes a checkpoint as GGUF v3 with Q8_0 matrices: gguf.py CHECKPOINT.pt TOKENISER.json OUT.gguf NAME [SHARPNESS]

SHARPNESS multiplies the logits, through the last norm: at 1.2, sampling at temperature 1 is sampling at 1 / 1.2 from the
weights as they were trained. It makes the slips of a small model rarer, and hardly touches what it was taught to do.
"""
import json
import struct
import sys

import numpy as np

UINT32, INT32, FLOAT32, BOOL, STRING, ARRAY = 4, 5, 6, 7, 8, 9
TYPE_F32, TYPE_Q8_0, FILE_Q8_0 = 0, 8, 7
ALIGNMENT, BLOCK = 32, 32
CONTROL, NORMAL = 3, 1
CHATML = (
    "{% for m in messages %}{{ '<|im_start|>' + m['role'] + '\n' + m['content'] + '<|im_end|>' + '\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)


def string(text):
    raw = text.encode()
    return struct.pack("<Q", len(raw)) + raw


def field(key, kind, value):
    head = string(key) + struct.pack("<I", kind)
    if kind == STRING:
        return head + string(value)
    if kind == ARRAY:
        item, values = value
        head += struct.pack("<IQ", item, len(values))
        if item == STRING:
            return head + b"".join(string(v) for v in values)
        return head + np.asarray(values, dtype="<i4").tobytes()
    return head + struct.pack({UINT32: "<I", FLOAT32: "<f", BOOL: "<?"}[kind], value)


def q8_0(matrix):
    """Blocks of 32: a half-precision scale, then 32 signed bytes."""
    blocks = matrix.reshape(-1, BLOCK).astype(np.float32)
    scale = np.abs(blocks).max(1, keepdims=True) / 127
    inverse = np.divide(1, scale, out=np.zeros_like(scale), where=scale > 0)
    values = np.round(blocks * inverse).astype(np.int8)
    return np.concatenate([scale.astype("<f2").view(np.uint8).reshape(-1, 2), values.view(np.uint8)], 1).tobytes()


def tensors(shape, weights):
    yield "token_embd.weight", weights["embedding"]
    for i in range(shape["layers"]):
        for name in ("attn_norm", "attn_q", "attn_k", "attn_v", "attn_output", "ffn_norm", "ffn_gate", "ffn_up", "ffn_down"):
            yield f"blk.{i}.{name}.weight", weights[f"block.{i}_{name}"]
    yield "output_norm.weight", weights["norm"]  # no output.weight: the head is the embedding


def fields(shape, tables, name):
    size = len(tables["vocab"])
    return [
        ("general.architecture", STRING, "llama"),
        ("general.name", STRING, name),
        ("general.file_type", UINT32, FILE_Q8_0),
        ("llama.context_length", UINT32, shape["context"]),
        ("llama.embedding_length", UINT32, shape["width"]),
        ("llama.block_count", UINT32, shape["layers"]),
        ("llama.feed_forward_length", UINT32, shape["hidden"]),
        ("llama.attention.head_count", UINT32, shape["heads"]),
        ("llama.attention.head_count_kv", UINT32, shape["heads"]),
        ("llama.attention.layer_norm_rms_epsilon", FLOAT32, 1e-5),
        ("llama.rope.dimension_count", UINT32, shape["width"] // shape["heads"]),
        ("llama.rope.freq_base", FLOAT32, shape["rope_base"]),
        ("llama.vocab_size", UINT32, size),
        ("tokenizer.ggml.model", STRING, "gpt2"),
        # 'gpt-2' cuts text alike but drops spaces when it puts tokens together again ("pos !== 0" -> "pos!== 0").
        ("tokenizer.ggml.pre", STRING, "trillion"),
        ("tokenizer.ggml.tokens", ARRAY, (STRING, tables["vocab"])),
        ("tokenizer.ggml.token_type", ARRAY, (INT32, [CONTROL] * 3 + [NORMAL] * (size - 3))),
        ("tokenizer.ggml.merges", ARRAY, (STRING, [f"{a} {b}" for a, b in tables["merges"]])),
        ("tokenizer.ggml.bos_token_id", UINT32, 0),
        ("tokenizer.ggml.eos_token_id", UINT32, 2),
        ("tokenizer.ggml.padding_token_id", UINT32, 0),
        ("tokenizer.ggml.add_bos_token", BOOL, False),
        ("tokenizer.chat_template", STRING, CHATML),
    ]


def write(path, shape, weights, tables, name):
    index = data = b""
    count = 0
    for key, values in tensors(shape, weights):
        kind, raw = (TYPE_Q8_0, q8_0(values)) if values.ndim > 1 else (TYPE_F32, values.astype("<f4").tobytes())
        index += string(key) + struct.pack("<I", values.ndim)
        index += b"".join(struct.pack("<Q", n) for n in reversed(values.shape))
        index += struct.pack("<IQ", kind, len(data))
        data += raw + bytes(-len(raw) % ALIGNMENT)
        count += 1
    entries = fields(shape, tables, name)
    head = b"GGUF" + struct.pack("<IQQ", 3, count, len(entries)) + b"".join(field(*entry) for entry in entries) + index
    with open(path, "wb") as file:
        file.write(head + bytes(-len(head) % ALIGNMENT) + data)


def main(checkpoint, tokeniser, path, name, sharpness=1):
    import torch

    saved = torch.load(checkpoint, map_location="cpu")
    weights = {key: value.float().numpy() for key, value in saved["weights"].items()}
    weights["norm"] *= float(sharpness)
    with open(tokeniser) as file:
        write(path, saved["shape"], weights, json.load(file), name)


if __name__ == "__main__":
    main(*sys.argv[1:])
