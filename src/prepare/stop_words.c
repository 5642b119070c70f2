#include "prepare/stop_words.h"

#include <stdlib.h>

#include "io/input.h"
#include "prepare/documents.h"

/* Sorted by part of speech. A word that is several of them stands once. */
static const char english[] =
    /* articles, demonstratives */
    "a an the this that these those such "
    /* personal, possessive and reflexive pronouns */
    "i me my mine myself you your yours yourself yourselves he him his himself she her hers "
    "herself it its itself we us our ours "
    "ourselves they them their theirs themselves thou thee thy one's oneself "
    /* interrogative and relative */
    "who whom whose which what whoever whomever whatever whichever where wherever when whenever "
    "why how however whether "
    /* indefinite pronouns and quantifiers */
    "all any anybody anyone anything both each either enough every everybody everyone everything "
    "few fewer half less least lot lots "
    "many more most much neither nobody none nothing one ones other others another same several "
    "some somebody someone something "
    /* prepositions */
    "about above across after against along among amongst around as at before behind below beneath "
    "beside besides between beyond by "
    "concerning despite down during except for from in inside into like near of off on onto "
    "opposite out outside over past per "
    "regarding since than through throughout till to toward towards under underneath unlike until "
    "up upon via with within without "
    /* conjunctions */
    "and but or nor so yet if unless because although though while whilst whereas lest once "
    "provided therefore thus hence moreover "
    "furthermore nevertheless nonetheless otherwise meanwhile "
    /* be, have, do */
    "am is are was were be been being have has had having do does did doing done "
    /* modal verbs */
    "can could may might must shall should will would ought cannot need dare used let "
    /* adverbs of negation, degree, place, time and stance */
    "no not never only also too very quite rather almost already always again ago anyway away back "
    "else especially even ever "
    "everywhere far further generally here hereby how just maybe merely mostly namely nearly now "
    "nowhere often perhaps probably really "
    "simply sometimes somewhat somewhere soon still then thence there thereby therein thereof "
    "together usually well "
    /* to be, to have and will, run together with a pronoun */
    "i'm i've i'll i'd you're you've you'll you'd he's he'll he'd she's she'll she'd it's it'll "
    "it'd we're we've we'll we'd they're "
    "they've they'll they'd that's that'll that'd there's there'll there'd here's who's who'll "
    "who'd what's what'll where's when's "
    "why's how's let's "
    /* with not */
    "ain't aren't isn't wasn't weren't haven't hasn't hadn't don't doesn't didn't can't couldn't "
    "mayn't mightn't mustn't needn't "
    "oughtn't shan't shouldn't won't wouldn't daren't "
    /* marks of a text rather than words of it */
    "etc ie eg vs ok okay yes oh ";

/* Adds the words of a text that has been checked. */
static int add_words(ce_categories *list, const char *text, size_t length,
                     const ce_word_rules *rules, ce_error *err)
{
    ce_word_rules every = *rules;
    ce_words words;

    every.shortest = 1;
    ce_words_begin(&words, text, length, &every);
    while (ce_words_next(&words)) {
        int32_t number = ce_categories_number(list, words.word, words.length, err);
        if (number < 0)
            return number;
    }
    return CE_OK;
}

int ce_stop_words_english(ce_categories *words, ce_error *err)
{
    const ce_word_rules rules = {CE_ENCODING_UTF8, 0, 1};

    return add_words(words, english, sizeof english - 1, &rules, err);
}

int ce_stop_words_read(ce_categories *words, const char *path, const ce_word_rules *rules,
                       ce_error *err)
{
    ce_input *input = NULL;
    char *text = NULL;
    size_t length;
    int rc = ce_input_open(&input, path, err);

    if (rc)
        return rc;
    rc = ce_input_read_all(input, &text, &length, err);
    if (!rc)
        rc = ce_document_check(text, length, rules->encoding, ce_path_name(path), 1, err);
    if (!rc)
        rc = add_words(words, text, length, rules, err);
    free(text);
    ce_input_close(input, err);
    return rc;
}
