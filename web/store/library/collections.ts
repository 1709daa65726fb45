/** The names of collections. A collection is a name that games have in `collections`. */

/** The collection of the games that were played here. Its name on the page is `library.mine`. */
export const MINE = 'mine';
