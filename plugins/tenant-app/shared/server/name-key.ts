/**
 * SQL for comparing names, equal to the generated column `students.name_key`: folded, with single spaces, one kind of
 * apostrophe and hyphen, one form of each Arabic letter, without Arabic elongation, and with þ, ð and ə as `th`, `d` and `e`.
 */
export const nameKey = (name: string) =>
  `replace(translate(translate(fold(replace(regexp_replace(btrim(${name}), '\\s+', ' ', 'g'), '´', '''')), '’‘ʼʻ\`′‛‐‑‒–—―−ىیکةـ', '''''''''''''''-------ييكه'), 'ðə', 'de'), 'þ', 'th')`

/** SQL of a student's names in both orders, for searches: `dbl click dbl click`. @param student alias of the table */
export const namesOf = (student: string) => `(${student}.name_key || ' ' || ${student}.name_key)`
