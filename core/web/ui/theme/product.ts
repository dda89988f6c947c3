import { createContext } from 'react'

/** The product's name as this host shows it; the shell provides it from the platform's settings. */
export const ProductNameContext = createContext('Trellis')
