// The random numbers of the library, in the page: NumPy's SeedSequence, SFC64 and normals.
// The same seed gives the same noise and the same signs as `simulate` in Python, so a game that is
// copied from the page plays the same there. Mirrors noise.py and `algorithm_rng` of run.py.

const POOL = 4; // 32-bit words in which a seed is mixed
const BLOCK = 1 << 15; // normals of one block; a block is a function of (seed, block number)

/** Mix a seed and a key into `count` 32-bit words, as NumPy's SeedSequence does. */
export function seed_words(seed, key, count) {
  let hash = 0x43b0d7e5;
  const hashed = (value) => {
    value = Math.imul(value ^ hash, (hash = Math.imul(hash, 0x931e8875)));
    return value ^ (value >>> 16);
  };
  const mixed = (x, y) => {
    const value = Math.imul(x, 0xca01f9dd) - Math.imul(y, 0x4973f715);
    return value ^ (value >>> 16);
  };
  const entropy = [...words_of(seed)];
  while (entropy.length < POOL) entropy.push(0);
  for (const part of key) entropy.push(...words_of(part));
  const pool = entropy.slice(0, POOL).map(hashed);
  for (let from = 0; from < POOL; from++)
    for (let to = 0; to < POOL; to++)
      if (from !== to) pool[to] = mixed(pool[to], hashed(pool[from]));
  for (const word of entropy.slice(POOL))
    for (let to = 0; to < POOL; to++) pool[to] = mixed(pool[to], hashed(word));
  hash = 0x8b51f9dd;
  return Array.from({ length: count }, (_, n) => {
    let value = pool[n % POOL] ^ hash;
    hash = Math.imul(hash, 0x58f38ded);
    value = Math.imul(value, hash);
    return (value ^ (value >>> 16)) >>> 0;
  });
}

/** Return a whole number below 2^53 as 32-bit words, the low one first. */
function words_of(number) {
  return number < 2 ** 32 ? [number] : [number % 2 ** 32, Math.floor(number / 2 ** 32)];
}

/** The generator SFC64: `next` leaves the halves of its 64 bits in `low` and `high`. */
export class SFC64 {
  constructor(seed, key = []) {
    this.seed = seed;
    this.key = key;
    this.children = 0;
    const words = seed_words(seed, key, 6);
    [this.a, this.a_high, this.b, this.b_high, this.c, this.c_high] = words.map((w) => w | 0);
    this.count = 1;
    this.waiting = null; // the half of a 64-bit number that a 32-bit draw left over
    for (let n = 0; n < 12; n++) this.next();
  }

  next() {
    const { b, b_high, c, c_high } = this;
    let low = (this.a >>> 0) + (b >>> 0) + this.count++;
    let carry = Math.floor(low / 2 ** 32);
    const sum = (this.low = low | 0);
    const sum_high = (this.high = (this.a_high + b_high + carry) | 0);
    this.a = b ^ ((b >>> 11) | (b_high << 21));
    this.a_high = b_high ^ (b_high >>> 11);
    low = (c >>> 0) + ((c << 3) >>> 0);
    this.b = low | 0;
    this.b_high = (c_high + ((c_high << 3) | (c >>> 29)) + (low >= 2 ** 32)) | 0;
    low = (((c << 24) | (c_high >>> 8)) >>> 0) + (sum >>> 0);
    this.c = low | 0;
    this.c_high = (((c_high << 24) | (c >>> 8)) + sum_high + (low >= 2 ** 32)) | 0;
  }

  double() {
    this.next();
    return ((this.high >>> 0) * 2 ** 21 + (this.low >>> 11)) / 2 ** 53;
  }

  /** Return a generator of its own, as `Generator.spawn` does. */
  spawn() {
    return new SFC64(this.seed, [...this.key, this.children++]);
  }

  /** Fill `row` with fair bits for one round, whole 64-bit words. */
  bits(row) {
    for (let n = 0; n < row.length; n += 8) {
      this.next();
      for (let byte = 0; byte < 4; byte++) {
        row[n + byte] = this.low >>> (8 * byte);
        row[n + 4 + byte] = this.high >>> (8 * byte);
      }
    }
    return row;
  }

  /** Return `count` fair signs, as `choice([-1, 1])` does: a half of 64 bits for each. */
  choice(count) {
    return Array.from({ length: count }, () => {
      let half = this.waiting;
      if (half === null) {
        this.next();
        this.waiting = this.high;
        half = this.low;
      } else this.waiting = null;
      return half < 0 ? 1 : -1;
    });
  }
}

/** Return the generator for an algorithm's own randomness, independent of the noise. */
export function algorithm_rng(seed) {
  return new SFC64(seed, [0, 1]);
}

// The ziggurat of NumPy: 256 strips of equal area; R is where the tail begins, AREA the area.
const R = 3.6541528853610088;
const AREA = 0.004928673233974658;
const WIDTH = new Float64Array(256);
const INSIDE = new Float64Array(256);
const HEIGHT = new Float64Array(256);
{
  let x = R;
  const base = AREA / Math.exp(-0.5 * x * x);
  [INSIDE[0], WIDTH[0], HEIGHT[0]] = [(x / base) * 2 ** 52, base / 2 ** 52, 1];
  [WIDTH[255], HEIGHT[255]] = [x / 2 ** 52, Math.exp(-0.5 * x * x)];
  for (let n = 254; n >= 1; n--) {
    const outer = x;
    x = Math.sqrt(-2 * Math.log(AREA / x + Math.exp(-0.5 * x * x)));
    INSIDE[n + 1] = (x / outer) * 2 ** 52;
    [WIDTH[n], HEIGHT[n]] = [x / 2 ** 52, Math.exp(-0.5 * x * x)];
  }
}

function normal(rng) {
  for (;;) {
    rng.next();
    const strip = rng.low & 255;
    const size = (rng.high & 0x1fffffff) * 2 ** 23 + (rng.low >>> 9);
    const x = rng.low & 256 ? -size * WIDTH[strip] : size * WIDTH[strip];
    if (size < INSIDE[strip]) return x;
    if (strip === 0) {
      const negative = rng.low & (1 << 17);
      for (;;) {
        const over = -Math.log1p(-rng.double()) / R;
        const depth = -Math.log1p(-rng.double());
        if (depth + depth > over * over) return negative ? -(R + over) : R + over;
      }
    }
    const height = (HEIGHT[strip - 1] - HEIGHT[strip]) * rng.double() + HEIGHT[strip];
    if (height < Math.exp(-0.5 * x * x)) return x;
  }
}

/** Return the first `count` normals of the noise of a seed. */
export function normals(seed, count) {
  const result = new Float64Array(count);
  for (let start = 0, number = 0; start < count; start += BLOCK, number++) {
    const rng = new SFC64(seed, [number]);
    const end = Math.min(start + BLOCK, count);
    for (let n = start; n < end; n++) result[n] = normal(rng);
  }
  return result;
}
