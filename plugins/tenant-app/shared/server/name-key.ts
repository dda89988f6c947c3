/**
 * SQL by which names are compared, like the generated column `students.name_key`: folded, with single spaces and one kind
 * of apostrophe.
 */
export const nameKey = (name: string) =>
  `translate(fold(regexp_replace(btrim(${name}), '\\s+', ' ', 'g')), '’‘ʼ\`´′‛', '''''''''''''''')`

/** SQL of a student's names in both orders, for searches: `dbl click dbl click`. @param student alias of the table */
export const namesOf = (student: string) => `(${student}.name_key || ' ' || ${student}.name_key)`
