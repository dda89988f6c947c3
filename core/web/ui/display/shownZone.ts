import { createContext, useContext } from 'react'
import { browserZone } from '../fields/browserZone.ts'

/** The organization's zone on its own host; null on the platform's, where each reads by the own clock. */
export const ZoneContext = createContext<string | null>(null)

/** The zone in which times are read and typed here, unless something else is said. */
export const useShownZone = (): string => useContext(ZoneContext) ?? browserZone()
