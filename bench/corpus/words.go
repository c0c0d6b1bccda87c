package corpus

// words are what prose and names are made of.
var words = []string{
	"water", "stone", "river", "paper", "window", "garden", "letter", "market", "bridge", "winter",
	"order", "weight", "colour", "number", "system", "update", "search", "result", "record", "figure",
	"and", "the", "of", "for", "with", "from", "into", "over", "under", "between",
	"open", "close", "read", "write", "list", "count", "return", "value", "name", "type",
	"temperature", "destination", "customer", "calendar", "description", "identifier", "measurement", "configuration", "approximately", "understanding",
	"func", "const", "range", "index", "length", "buffer", "string", "struct", "switch", "default",
	"go", "to", "in", "at", "it", "is", "as", "we", "an", "so",
	"station", "invoice", "platform", "language", "distance", "schedule", "harvest", "library", "message", "journey",
}

// foreign are words that aren't ASCII, of two, three and four bytes a character.
var foreign = []string{
	"façade", "über", "naïve", "señor", "jalapeño", "Ångström", "smörgås", "crème",
	"привет", "данные", "λόγος", "東京", "天気", "漢字", "データ", "서울", "🙂", "🚀🚀", "–", "…",
}
