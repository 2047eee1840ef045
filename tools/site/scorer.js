// The order of results on the search page: the text of the book, then the library's reference.
var Scorer = {
  score: ([docname, , , , score]) => (docname.includes("/api/") ? score - 1000 : score),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: {0: 15, 1: 5, 2: -5},
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
