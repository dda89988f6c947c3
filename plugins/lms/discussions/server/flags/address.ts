import { matchAnyOf, matchInAnyLanguage } from './patterns.ts'
import { notNames, shortWays, ways } from './words.ts'

const NAME = String.raw`[\p{L}.'-]{1,40}`

const addresses: readonly RegExp[] = [
  // 12 old mill road
  new RegExp(
    String.raw`(?<![\p{L}\d])\d{1,5}[a-z]?,? (?:(?!(?:${notNames}) )${NAME} ){1,2}${matchAnyOf(ways)}(?![\p{L}\d])`,
    'iu',
  ),
  // 221b Baker St; lowercase names of places and streets are mostly other words.
  new RegExp(
    String.raw`(?<![\p{L}\d])\d{1,5}[a-zA-Z]?,? (?:\p{Lu}${NAME} ){1,4}${matchAnyOf(shortWays)}(?![\p{L}\d])`,
    'u',
  ),
  // Hauptstraße 12, Marktplatz 3, Am Weg 5; Platz 3 is a rank.
  /(?:strasse|str\.|gasse|allee|\p{L}(?:weg|platz|ufer|damm)) \d{1,4}(?!\d)/iu,
  /(?<![\p{L}\d])(?:am|im|an der|zum|alter) (?:\p{L}{1,40} )?(?:weg|platz|ufer|damm) \d{1,4}(?!\d)/iu,
  // 12 rue de la Paix, Calle Mayor 5
  /(?<!\d)\d{1,4} ?,? ?(?:bis )?(?:rue|avenue|boulevard|allee|chemin) \p{L}/iu,
  new RegExp(
    String.raw`(?<![\p{L}\d])(?:calle|avenida|avda\.?|paseo|plaza) (?:${NAME} ){0,3}${NAME},? \d{1,4}(?!\d)`,
    'iu',
  ),
  /(?<![\p{L}\d])(?:p\.? ?o\.? ?box|postfach|apartado postal) \d/iu,
  new RegExp(String.raw`(?<![\p{L}\d])${matchInAnyLanguage(({ home }) => home)}(?![\p{L}\d])[^.!?]{0,40}?\d`, 'iu'),
]

export const addressPatterns: readonly RegExp[] = addresses

/** Checks if a folded text contains a street address. */
export const containsAddress = (folded: string): boolean => addresses.some((address) => address.test(folded))
