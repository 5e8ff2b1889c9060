"""The same work as benches/neural.rs in PyTorch, for figures from one machine.

    pip install torch && python crates/cicerone/benches/pytorch.py [--cpu-time]

Data and lengths are those of the Rust benchmark. Training is measured with
padded and with packed sources; compare with the faster. Figures are the best
of several repetitions; --cpu-time counts the process's own time instead of the
clock's, which on a busy machine is the fairer measure for one thread.
"""

import sys
import time

import torch
from torch import nn

WIDTH, SOURCE_WORDS, TARGET_WORDS = 128, 88, 435
CPU_TIME = "--cpu-time" in sys.argv
clock = time.process_time if CPU_TIME else time.perf_counter


class Translator(nn.Module):
    def __init__(self):
        super().__init__()
        linear = lambda out, bias=False: nn.Linear(WIDTH, out, bias=bias)
        self.source, self.target = nn.Embedding(SOURCE_WORDS, WIDTH), nn.Embedding(TARGET_WORDS, WIDTH)
        self.encoder = nn.LSTM(WIDTH, WIDTH, 2)
        self.cells = nn.ModuleList([nn.LSTMCell(2 * WIDTH, WIDTH), nn.LSTMCell(WIDTH, WIDTH)])
        self.w, self.v, self.score = linear(WIDTH), linear(WIDTH), linear(1)
        self.ld, self.lz, self.l0 = linear(WIDTH), linear(WIDTH), linear(TARGET_WORDS, True)

    def encode(self, source, lengths=None):
        x = self.source(source)
        if lengths is None:
            out, (h, c) = self.encoder(x)
        else:
            packed = nn.utils.rnn.pack_padded_sequence(x, lengths, enforce_sorted=False)
            out, (h, c) = self.encoder(packed)
            out, _ = nn.utils.rnn.pad_packed_sequence(out)
        memory = out.transpose(0, 1)
        return memory, self.v(memory), [(h[0], c[0]), (h[1], c[1])]

    def step(self, word, memory, keys, mask, state):
        beta = self.score(torch.tanh(self.w(state[1][0]).unsqueeze(1) + keys)).squeeze(2)
        if mask is not None:
            beta = beta.masked_fill(mask, float("-inf"))
        z = torch.bmm(torch.softmax(beta, 1).unsqueeze(1), memory).squeeze(1)
        first = self.cells[0](torch.cat([word, z], 1), state[0])
        second = self.cells[1](first[0], state[1])
        return second[0], z, [first, second]

    def forward(self, source, lengths, mask, inputs):
        memory, keys, state = self.encode(source, lengths)
        words, states, contexts = self.target(inputs), [], []
        for word in words:
            d, z, state = self.step(word, memory, keys, mask, state)
            states.append(d)
            contexts.append(z)
        return self.l0(self.ld(torch.stack(states)) + self.lz(torch.stack(contexts)))


class LanguageModel(nn.Module):
    def __init__(self, words):
        super().__init__()
        self.embedding, self.lstm = nn.Embedding(words, WIDTH), nn.LSTM(WIDTH, WIDTH, 2)
        self.output = nn.Linear(WIDTH, words)

    def forward(self, words):
        return self.output(self.lstm(self.embedding(words))[0])


def draw(seed):
    while True:
        seed = (seed * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        yield seed >> 33


def pairs(count):
    numbers = draw(1)
    below = lambda n: next(numbers) % n
    words = lambda length, n: [3 + below(n - 3) for _ in range(length)]
    for _ in range(count):
        source, target = 14 + below(13), 4 + below(7)
        yield words(source, SOURCE_WORDS), words(target, TARGET_WORDS)


def best(repetitions, work):
    work()
    times = []
    for _ in range(repetitions):
        start = clock()
        work()
        times.append(clock() - start)
    return min(times)


def trainer(model, forward, targets):
    optimizer = torch.optim.Adam(model.parameters())

    def step():
        optimizer.zero_grad()
        scores = forward()
        nn.functional.cross_entropy(scores.flatten(0, 1), targets.flatten()).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimizer.step()

    return step


def training(size):
    batch = list(pairs(size))
    longest, steps = max(len(s) for s, _ in batch), max(len(t) for _, t in batch) + 1
    source, inputs = torch.zeros(longest, size).long(), torch.zeros(steps, size).long()
    targets, lengths = torch.full((steps, size), -100), torch.tensor([len(s) for s, _ in batch])
    for i, (s, t) in enumerate(batch):
        source[: len(s), i] = torch.tensor(s[::-1])
        inputs[: len(t) + 1, i] = torch.tensor([1] + t)
        targets[: len(t) + 1, i] = torch.tensor(t + [2])
    mask = torch.arange(longest)[None] >= lengths[:, None]
    model, repetitions = Translator(), max(4, 1024 // size)
    for name, known in (("padded", None), ("packed", lengths)):
        step = trainer(model, lambda: model(source, known, mask, inputs), targets)
        yield name, size / best(repetitions, step)


def greedy(size):
    model, source = Translator(), torch.randint(3, SOURCE_WORDS, (20, size))

    @torch.inference_mode()
    def decode():
        memory, keys, state = model.encode(source)
        word = torch.ones(size).long()
        for _ in range(10):
            d, z, state = model.step(model.target(word), memory, keys, None, state)
            word = model.l0(model.ld(d) + model.lz(z)).argmax(1)

    return 1e3 * best(100, decode)


def language(words=10_000):
    model, inputs, targets = LanguageModel(words), *torch.randint(0, words, (2, 20, 32))
    return 640 / best(15, trainer(model, lambda: model(inputs), targets))


for threads in (1,) if CPU_TIME else (1, 2):
    torch.set_num_threads(threads)
    print(f"PyTorch {torch.__version__}, {threads} thread(s)")
    for size in (32, 128, 512):
        for name, rate in training(size):
            print(f"  training, batch {size:3}, {name}: {rate:6.0f} pairs/s", flush=True)
    for size in (1, 16):
        print(f"  greedy, batch {size:2}: {greedy(size):.2f} ms", flush=True)
    print(f"  language model: {language():6.0f} tokens/s", flush=True)
