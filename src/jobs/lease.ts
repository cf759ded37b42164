/** Length of the lease of a page or a discovery. The work of a crashed worker is claimed by others after this time. */
export const leaseMs = 15_000
