// Which word of a clean sentence is which word the decoder said, and what that
// one attended to.

/** How much each word attended to each token of the command. */
export interface Alignment {
  tokens: string[];
  /** One row for each word, and one for the end; none for plain words. */
  weights: number[][];
}

export interface Word {
  /** As the sentence writes it, with the signs around it. */
  text: string;
  /** Its number in the alignment, if it is there. */
  row: number | undefined;
}

/** The words of a sentence, each with its row of the alignment. */
export function words(sentence: string, tokens: string[], alignment: Alignment): Word[] {
  const said = tokens.slice(0, alignment.weights.length).map(bare);
  let from = 0;
  return sentence.split(/\s+/).filter(Boolean).map((text) => {
    const at = said.indexOf(bare(text), from);
    // A word far on is another one of the same spelling.
    if (at < 0 || at > from + 3) return { text, row: undefined };
    from = at + 1;
    return { text, row: at };
  });
}

function bare(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** The weights of one word, as shares of its largest. */
export function heat(alignment: Alignment, row: number): number[] {
  const weights = alignment.weights[row] ?? [];
  const largest = Math.max(...weights, 1e-9);
  return alignment.tokens.map((_, i) => (weights[i] ?? 0) / largest);
}
