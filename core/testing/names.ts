import fc from 'fast-check'

/** Letters of names, by their script: with marks, of one case and of two, and outside of the basic plane. */
const scripts = {
  latin: 'aäåáčçđéğíłñøőœšßţüýžAÅÇÐÉÍŁÑØŠÞŽ',
  vietnamese: 'ạảấầậắằặẹẻếềệịọỏốồộớờợụủứừựỳỵĐ',
  greek: 'αάβγδεέζηήθιίκλμνξοόπρσςτυύφχψωώΑΒΓΔΕΖ',
  cyrillic: 'абвгґдеёєжзиіїйклмнопрстуўфхцчшщъыьэюяЉЊ',
  arabic: 'ابتثجحخدذرزسشصضطظعغفقكلمنهويءآأؤإئىة',
  hebrew: 'אבגדהוזחטיכךלמםנןסעפףצץקרשת',
  han: '王小明歐陽建華李张刘陈杨赵黄周吴𠮷髙﨑',
  kana: 'さくらたろうはなこユウキケンジガギャッー',
  hangul: '김민준이서연박지호최수아정하은',
} as const

/** Names of one script each, of two letters to twelve. */
const arbitraryNames: fc.Arbitrary<string> = fc.oneof(
  ...Object.values(scripts).map((letters) =>
    fc
      .string({ unit: fc.constantFrom(...Array.from(letters)), minLength: 2, maxLength: 12 })
      .map((name) => name.normalize('NFC')),
  ),
)

/** The same names in every run. */
export const sampleNames = (count: number): string[] => fc.sample(arbitraryNames, { numRuns: count, seed: 20_261_127 })
