// Letters that Unicode does not decompose into a Latin letter and a mark.
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'ng',
  ĸ: 'k',
  ŧ: 't',
  ƒ: 'f',
  // Greek
  ...spellings('αβγδεζηικλμνξοπρσςτυφω', 'a b g d e z i i k l m n x o p r s s t y f o'),
  ...spellings('θχψ', 'th ch ps'),
  // Cyrillic
  ...spellings('абвгдезиіклмнопрстуфыэґ', 'a b v g d e z i i k l m n o p r s t u f y e g'),
  ...spellings('жхцчшщюяєђјљњћџ', 'zh kh ts ch sh shch yu ya ye dj j lj nj c dz'),
  ...spellings('ъь', '- -'),
}

function spellings(from: string, to: string): Record<string, string> {
  const latin = to.split(' ')
  return Object.fromEntries(Array.from(from, (letter, index) => [letter, latin[index]?.replace('-', '') ?? '']))
}

/** The name in ASCII letters and digits, lower-case, the rest dropped; empty when nothing can be written that way. */
export function transliterate(name: string): string {
  return Array.from(name.toLowerCase().normalize('NFKD'), (letter) => letters[letter] ?? letter)
    .join('')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}
