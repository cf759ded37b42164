/**
 * A page may end the process that works on it: the browser or a reader takes all the memory, or something throws where nobody
 * catches. Such a page must not be tried for ever, and no other page may pay for it. So each page keeps points:
 *
 * - one when its hold ends without a word (kill -9, no memory, no power): who held it was one of many, or was just killed;
 * - one when the process reports that something threw which it cannot attribute, and the page was being fetched or read then;
 * - two when it reports so while the page was alone.
 *
 * From two points on, a page is worked on alone: the process lets everything else end first, and begins nothing beside it. An
 * innocent page ends there, and its points with it. From four points on it is given up and reported, and its job goes on: after
 * the third death that was reported, or the fourth of which nobody knows more. A process that is asked to stop gives its pages
 * back, and they get no points.
 */
export const pointsOf = { among: 1, alone: 2 } as const
export const aloneFrom = 2
export const givenUpFrom = 4
