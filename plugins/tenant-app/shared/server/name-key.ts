/** SQL by which names are compared, like the generated column `students.name_key`: folded, with single spaces. */
export const nameKey = (name: string) => `fold(regexp_replace(btrim(${name}), '\\s+', ' ', 'g'))`
