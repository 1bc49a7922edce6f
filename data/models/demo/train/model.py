"""A small Llama: RMSNorm, rotary positions, SwiGLU, tied head. Tensors are named for what they become in the GGUF."""
import math

import torch
from torch import nn
from torch.nn import functional as F

SHAPE = dict(width=128, layers=5, heads=4, hidden=352, context=1024, rope_base=10000.0)


class Llama(nn.Module):
    def __init__(self, vocabulary, width, layers, heads, hidden, context, rope_base):
        super().__init__()
        self.shape = dict(vocabulary=vocabulary, width=width, layers=layers, heads=heads, hidden=hidden,
                          context=context, rope_base=rope_base)
        normal = lambda *size, std: nn.Parameter(torch.randn(*size) * std)
        inner, outer = 0.6 * width ** -0.5, 0.02 / math.sqrt(2 * layers)
        self.embedding = normal(vocabulary, width, std=0.02)
        self.block = nn.ParameterDict()
        for i in range(layers):
            for name, size, std in (("q", width, inner), ("k", width, inner), ("v", width, inner), ("output", width, outer)):
                self.block[f"{i}_attn_{name}"] = normal(size, width, std=std)
            self.block[f"{i}_ffn_gate"] = normal(hidden, width, std=inner)
            self.block[f"{i}_ffn_up"] = normal(hidden, width, std=inner)
            self.block[f"{i}_ffn_down"] = normal(width, hidden, std=outer)
            self.block[f"{i}_attn_norm"] = nn.Parameter(torch.ones(width))
            self.block[f"{i}_ffn_norm"] = nn.Parameter(torch.ones(width))
        self.norm = nn.Parameter(torch.ones(width))
        head = width // heads
        angles = torch.outer(torch.arange(context).float(), rope_base ** (-torch.arange(0, head, 2).float() / head))
        self.register_buffer("cos", angles.cos(), persistent=False)
        self.register_buffer("sin", angles.sin(), persistent=False)
        self.register_buffer("mask", torch.full((context, context), float("-inf")).triu(1), persistent=False)

    def forward(self, ids, taps=(), dtype=torch.bfloat16):
        """Logits, and the residual stream after each of the layers in `taps` (the first is 1)."""
        batch, length = ids.shape
        heads, width = self.shape["heads"], self.shape["width"]
        head = width // heads
        cos, sin = (table[:length].to(dtype)[None, :, None] for table in (self.cos, self.sin))
        mask = self.mask[:length, :length].to(dtype)
        norm = lambda x, weight: x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-5) * weight
        linear = lambda x, weight: F.linear(x.to(dtype), weight.to(dtype))

        def rotate(x):
            # Neighbouring pairs, as llama.cpp's llama architecture has them: no permutation at export.
            a, b = x.reshape(batch, length, heads, head // 2, 2).unbind(-1)
            turned = torch.stack((a * cos - b * sin, a * sin + b * cos), -1)
            return turned.view(batch, length, heads, head).transpose(1, 2)

        x, tapped = F.embedding(ids, self.embedding), []
        for i in range(self.shape["layers"]):
            part = lambda name: self.block[f"{i}_{name}"]
            y = norm(x, part("attn_norm"))
            q, k, v = linear(y, torch.cat([part("attn_q"), part("attn_k"), part("attn_v")])).view(
                batch, length, 3, heads, head).unbind(2)
            scores = torch.matmul(rotate(q) * head ** -0.5, rotate(k).transpose(2, 3)) + mask
            y = torch.matmul(F.softmax(scores, -1), v.transpose(1, 2)).transpose(1, 2).reshape(batch, length, width)
            x = x + linear(y, part("attn_output"))
            gate, up = linear(norm(x, part("ffn_norm")), torch.cat([part("ffn_gate"), part("ffn_up")])).chunk(2, -1)
            x = x + linear(F.silu(gate) * up, part("ffn_down"))
            if i + 1 in taps:
                tapped.append(norm(x, 1))
        return linear(norm(x, self.norm), self.embedding).float(), tapped


def load(path):
    """The model of a checkpoint, ready to continue or to export."""
    saved = torch.load(path, map_location="cpu")
    model = Llama(**saved["shape"])
    model.load_state_dict(saved["weights"])
    return model
