//! Models in files: safetensors, with a header that says what they are.
//!
//! The header (the format's own metadata) holds the kind of model, the version
//! of its files, its configuration and its lexicons; so a file is all that
//! is needed, and a file of something else is refused by name instead of
//! being misread. Weights are stored as they are or in half precision, which
//! halves the file; in memory they always are `f32`.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use half::f16;
use half::slice::HalfFloatSliceExt;
use safetensors::tensor::{Dtype, TensorView};
use safetensors::{SafeTensorError, SafeTensors};

use super::config::Check;
use super::lexicon::Lexicon;
use super::model::Model;
use crate::{Error, Result, write_whole};

/// How weights are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// As they are in memory: what a resumed run needs.
    Single,
    /// Half the size, about three decimal digits: enough to speak.
    Half,
}

/// Writes a model to a file, all of it or nothing.
pub fn save<M: Model>(path: &Path, model: &M, precision: Precision) -> Result<()> {
    write_whole(path, &to_bytes(model, precision)?)
}

/// Reads a model from a file.
pub fn load<M: Model>(path: &Path) -> Result<M> {
    let bytes = std::fs::read(path)
        .map_err(|error| Error::io("cannot read the model", error).in_file(path))?;
    from_bytes(&bytes).map_err(|error| error.in_file(path))
}

/// A model as the bytes of its file.
pub fn to_bytes<M: Model>(model: &M, precision: Precision) -> Result<Vec<u8>> {
    let parameters = model.parameters();
    let tensors = parameters.tensors().iter();
    let tensors = tensors
        .map(|named| (named.name.clone(), named.shape(), named.tensor.of(parameters.values())));
    let mut header = BTreeMap::from([
        ("kind".to_string(), M::KIND.to_string()),
        ("version".to_string(), M::VERSION.to_string()),
        ("config".to_string(), json(&**model.config())?),
    ]);
    let lexicons = M::LEXICONS.iter().zip(model.lexicons());
    let lexicons: BTreeMap<_, _> =
        lexicons.map(|(name, lexicon)| (*name, lexicon.words())).collect();
    header.insert("lexicons".to_string(), json(&lexicons)?);
    pack(tensors, header, precision)
}

/// A model from the bytes of its file.
pub fn from_bytes<M: Model>(bytes: &[u8]) -> Result<M> {
    let (header, tensors) = unpack(bytes, M::KIND, M::VERSION)?;
    let field = |name: &str| {
        header
            .get(name)
            .ok_or_else(|| Error::input(format!("the header of the file has no `{name}`")))
    };
    let config: M::Config = parse("config", field("config")?)?;
    let mut words: HashMap<String, Vec<String>> = parse("lexicons", field("lexicons")?)?;
    let mut lexicons = Vec::new();
    for name in M::LEXICONS {
        let list = words.remove(*name);
        let list = list.ok_or_else(|| Error::input(format!("the file has no lexicon `{name}`")))?;
        let lexicon = Lexicon::from_list(list);
        lexicons.push(lexicon.map_err(|error| error.at(format!("lexicon `{name}`")))?);
    }
    // What a file says of its size is believed only once it holds that much.
    let (mut model, layout) = M::lay_out(&config.check()?, lexicons)?;
    for named in layout.tensors() {
        let view = tensors.tensor(&named.name).map_err(damaged)?;
        if view.shape() != named.shape() {
            let (found, expected) = (view.shape(), named.shape());
            return Err(Error::input(format!(
                "tensor `{}` is {found:?}, but its configuration makes it {expected:?}",
                named.name
            )));
        }
    }
    *model.parameters_mut() = layout.zeros();
    for named in model.parameters().tensors().to_vec() {
        let view = tensors.tensor(&named.name).map_err(damaged)?;
        read_values(&view, &named.name, named.tensor.of_mut(model.parameters_mut().values_mut()))?;
    }
    Ok(model)
}

/// Lays tensors and header out as a file.
pub(super) fn pack<'a>(
    tensors: impl Iterator<Item = (String, Vec<usize>, &'a [f32])>,
    header: BTreeMap<String, String>,
    precision: Precision,
) -> Result<Vec<u8>> {
    let stored: Vec<(String, Vec<usize>, Vec<u8>)> = tensors
        .map(|(name, shape, values)| {
            let bytes = match precision {
                Precision::Single => values.iter().flat_map(|value| value.to_le_bytes()).collect(),
                Precision::Half => {
                    values.iter().flat_map(|value| f16::from_f32(*value).to_le_bytes()).collect()
                }
            };
            (name, shape, bytes)
        })
        .collect();
    let dtype = if precision == Precision::Half { Dtype::F16 } else { Dtype::F32 };
    let mut views = Vec::with_capacity(stored.len());
    for (name, shape, bytes) in &stored {
        views.push((name, TensorView::new(dtype, shape.clone(), bytes).map_err(damaged)?));
    }
    let bytes = safetensors::serialize(views, None).map_err(damaged)?;
    with_header(&bytes, header)
}

/// Puts the metadata into the file's own header, its fields in order: the
/// library writes them in the order of a hash map, which changes from run to
/// run.
fn with_header(bytes: &[u8], header: BTreeMap<String, String>) -> Result<Vec<u8>> {
    let broken = || Error::input("the tensors could not be laid out");
    let (length, rest) = bytes.split_first_chunk::<8>().ok_or_else(broken)?;
    let (listing, data) =
        rest.split_at_checked(u64::from_le_bytes(*length) as usize).ok_or_else(broken)?;
    let mut fields: serde_json::Map<String, serde_json::Value> =
        serde_json::from_slice(listing).map_err(|error| broken().because(error))?;
    fields.insert("__metadata__".to_string(), serde_json::json!(header));
    let mut listing = json(&fields)?;
    // The data starts on a multiple of eight, as the format asks.
    listing.push_str(&" ".repeat(listing.len().next_multiple_of(8) - listing.len()));
    let mut out = Vec::with_capacity(8 + listing.len() + data.len());
    out.extend_from_slice(&(listing.len() as u64).to_le_bytes());
    out.extend_from_slice(listing.as_bytes());
    out.extend_from_slice(data);
    Ok(out)
}

/// Reads a file's header and finds its tensors; refuses another kind or version.
pub(super) fn unpack<'a>(
    bytes: &'a [u8],
    kind: &str,
    version: u32,
) -> Result<(HashMap<String, String>, SafeTensors<'a>)> {
    let (_, metadata) = SafeTensors::read_metadata(bytes).map_err(damaged)?;
    let header = metadata.metadata().clone().unwrap_or_default();
    let found = |name: &str| header.get(name).map_or("unknown", String::as_str);
    if found("kind") != kind || found("version") != version.to_string() {
        return Err(Error::input(format!(
            "the file holds `{}` version {}, but `{kind}` version {version} is needed",
            found("kind"),
            found("version")
        )));
    }
    Ok((header, SafeTensors::deserialize(bytes).map_err(damaged)?))
}

/// Copies a stored tensor into floats.
pub(super) fn read_values(view: &TensorView<'_>, name: &str, out: &mut [f32]) -> Result<()> {
    let (fours, twos) = (view.data().as_chunks::<4>().0, view.data().as_chunks::<2>().0);
    match view.dtype() {
        Dtype::F32 if fours.len() == out.len() => {
            out.iter_mut()
                .zip(fours)
                .for_each(|(value, bytes)| *value = f32::from_le_bytes(*bytes));
        }
        Dtype::F16 if twos.len() == out.len() => {
            // Many at a time: one by one it would be a good part of a program's start.
            let mut halves = [f16::ZERO; 256];
            for (values, bytes) in out.chunks_mut(halves.len()).zip(twos.chunks(halves.len())) {
                let halves = &mut halves[..values.len()];
                halves.iter_mut().zip(bytes).for_each(|(one, two)| *one = f16::from_le_bytes(*two));
                halves.convert_to_f32_slice(values);
            }
        }
        other => {
            let (size, expected) = (view.data().len(), out.len());
            let message = format!(
                "tensor `{name}` is {other:?} of {size} bytes, but {expected} floats are needed"
            );
            return Err(Error::input(message));
        }
    }
    match out.iter().all(|value| value.is_finite()) {
        true => Ok(()),
        false => Err(Error::input(format!("tensor `{name}` holds a number that is not finite"))),
    }
}

fn damaged(error: SafeTensorError) -> Error {
    Error::input(format!("the file is not whole or not a safetensors file ({error})"))
        .because(error)
}

fn json(value: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string(value)
        .map_err(|error| Error::input("cannot be written as JSON").because(error))
}

fn parse<T: serde::de::DeserializeOwned>(name: &str, text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| {
        Error::input(format!("`{name}` in the header cannot be understood: {error}")).because(error)
    })
}
